import { computed, effect, signal } from '@preact/signals';

const languages = ['en', 'zh-CN'] as const;
export type Language = (typeof languages)[number];

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** What a person has chosen on this machine; what was not chosen follows the browser. */
const chosenLanguage = signal<Language | undefined>(kept('language', languages));
export const theme = signal<Theme>(kept('theme', themes) ?? 'system');

export const language = computed<Language>(() => chosenLanguage.value ?? languageOf(navigator.languages));

const system = matchMedia('(prefers-color-scheme: dark)');
const systemIsDark = signal(system.matches);
system.addEventListener('change', ({ matches }) => {
  systemIsDark.value = matches;
});

/** What the theme comes to, for what is painted and knows no stylesheet. */
export const isDark = computed(() =>
  theme.value === 'system' ? systemIsDark.value : theme.value === 'dark',
);

export function chooseLanguage(chosen: Language): void {
  chosenLanguage.value = chosen;
  keep('language', chosen);
}

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  keep('theme', chosen);
}

/** Puts the choices on the page, now and whenever they change. */
export function followSettings(root: HTMLElement): void {
  effect(() => {
    root.lang = language.value;
  });
  effect(() => {
    root.dataset['theme'] = theme.value;
  });
}

function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    if (tag.startsWith('zh')) return 'zh-CN';
    if (tag.startsWith('en')) return 'en';
  }
  return 'en';
}

/** A browser that keeps nothing is no reason to fail. */
function kept<T extends string>(name: string, known: readonly T[]): T | undefined {
  try {
    const value = localStorage.getItem(`toolcrib-${name}`);
    return known.find((one) => one === value);
  } catch {
    return undefined;
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`toolcrib-${name}`, value);
  } catch {
    // Then it lasts as long as the page.
  }
}
