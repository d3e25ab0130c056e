/* Just enough JSON to take texts out of an object. For more there are libraries, such as cJSON. */
#ifndef JSON_H
#define JSON_H

#include <stdlib.h>
#include <string.h>

static const char *json_space(const char *at) {
    while (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t') at++;
    return at;
}

/* Behind a text that begins here. */
static const char *json_behind_text(const char *at) {
    for (at++; *at != '\0' && *at != '"'; at++)
        if (*at == '\\' && at[1] != '\0') at++;
    return *at == '"' ? at + 1 : at;
}

/* Behind a value that begins here, whatever it is. */
static const char *json_behind(const char *at) {
    int depth = 0;
    for (at = json_space(at); *at != '\0';) {
        if (*at == '"') {
            at = json_behind_text(at);
            continue;
        }
        if (depth == 0 && (*at == ',' || *at == '}')) break;
        if (*at == '{' || *at == '[') depth++;
        if (*at == '}' || *at == ']') depth--;
        at++;
    }
    return at;
}

static unsigned json_hex(const char *at) {
    char digits[5] = {0};
    strncpy(digits, at, 4);
    return (unsigned)strtoul(digits, NULL, 16);
}

/* A character in UTF-8; gives back where the next one goes. */
static char *json_put(char *to, unsigned code) {
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xC0 | code >> 6);
        *to++ = (char)(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        *to++ = (char)(0xE0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 0x3F));
        *to++ = (char)(0x80 | (code & 0x3F));
    } else {
        *to++ = (char)(0xF0 | code >> 18);
        *to++ = (char)(0x80 | (code >> 12 & 0x3F));
        *to++ = (char)(0x80 | (code >> 6 & 0x3F));
        *to++ = (char)(0x80 | (code & 0x3F));
    }
    return to;
}

/* The text that begins here, without its quotes and escapes. Never longer than it was. */
static char *json_unescaped(const char *at) {
    char *text = malloc(strlen(at) + 1), *to = text;
    if (text == NULL) return NULL;
    for (at++; *at != '\0' && *at != '"'; at++) {
        if (*at != '\\') {
            *to++ = *at;
            continue;
        }
        at++;
        if (*at == '\0') break;
        const char *plain = strchr("n\nt\tr\rb\bf\f", *at);
        if (*at == 'u' && strlen(at) > 4) {
            unsigned code = json_hex(at + 1);
            at += 4;
            if (code >= 0xD800 && code < 0xDC00 && at[1] == '\\' && at[2] == 'u') {
                code = 0x10000 + ((code - 0xD800) << 10) + (json_hex(at + 3) - 0xDC00);
                at += 6;
            }
            to = json_put(to, code);
        } else {
            *to++ = plain == NULL ? *at : plain[1];
        }
    }
    *to = '\0';
    return text;
}

/* A text of the outermost object by its name, to be freed by the caller; NULL when there is none. */
static char *json_text(const char *json, const char *name) {
    const char *at = json_space(json);
    if (*at++ != '{') return NULL;
    for (at = json_space(at); *at == '"'; at = json_space(at)) {
        char *key = json_unescaped(at);
        int found = key != NULL && strcmp(key, name) == 0;
        free(key);
        at = json_space(json_behind_text(at));
        if (*at++ != ':') return NULL;
        at = json_space(at);
        if (found) return *at == '"' ? json_unescaped(at) : NULL;
        at = json_space(json_behind(at));
        if (*at == ',') at++;
    }
    return NULL;
}

#endif
