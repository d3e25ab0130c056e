#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"

/* Everything that comes on standard input, as a text; the caller ends when there is no room for it. */
static char *read_input(void) {
    size_t length = 0, room = 65536;
    char *input = malloc(room);
    while (input != NULL) {
        length += fread(input + length, 1, room - length - 1, stdin);
        if (length < room - 1) break;
        room *= 2;
        input = realloc(input, room);
    }
    if (input != NULL) input[length] = '\0';
    return input;
}

/* The arguments come as JSON, checked against the descriptor already; the result goes out as JSON. What is written to
   standard error, with an exit code that is not 0, is the reason of a failure. */
int main(void) {
    char *input = read_input();
    char *text = input == NULL ? NULL : json_text(input, "text");
    if (text == NULL) {
        fprintf(stderr, "There is no text.\n");
        return 1;
    }
    long words = 0, lines = *text == '\0' ? 0 : 1, characters = 0;
    int in_word = 0;
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0'; at++) {
        /* Bytes that continue a character of UTF-8 are not counted again. */
        if ((*at & 0xC0) != 0x80) characters++;
        if (*at == '\n') lines++;
        if (!isspace(*at) && !in_word) words++;
        in_word = !isspace(*at);
    }
    printf("{\"words\":%ld,\"lines\":%ld,\"characters\":%ld}", words, lines, characters);
    return 0;
}
