import type { JSX } from 'preact';
import { questions } from '../live/questions.ts';
import { texts } from '../texts/texts.ts';
import { linkTo, place, screens, type Screen } from '../state/place.ts';
import { keysShown } from '../state/keys.ts';
import {
  chooseLanguage,
  chooseTheme,
  language,
  theme,
  themes,
  type Language,
  type Theme,
} from '../state/settings.ts';

export function Navigation(): JSX.Element {
  const words = texts.value.shell;
  return (
    <nav class="side" aria-label={words.navigation}>
      <div class="brand">
        <img src="./favicon.svg" alt="" />
        <span>Toolcrib</span>
      </div>
      <ul>
        {(Object.keys(screens) as Screen[]).map((screen) => (
          <li key={screen}>
            <a href={linkTo({ screen })} aria-current={place.value.screen === screen ? 'page' : undefined}>
              {words.screens[screen]}
              {screen === 'now' && questions.value.length > 0 && (
                <span class="count" title={words.waiting(questions.value.length)}>
                  {questions.value.length}
                </span>
              )}
              <kbd aria-hidden="true">g {screens[screen]}</kbd>
            </a>
          </li>
        ))}
      </ul>
      <Settings />
    </nav>
  );
}

function Settings(): JSX.Element {
  const words = texts.value.shell;
  return (
    <div class="settings">
      <button type="button" class="plain" onClick={() => (keysShown.value = true)}>
        {words.keys} (?)
      </button>
      <label>
        <span>{words.theme}</span>
        <select
          aria-label={words.theme}
          value={theme.value}
          onChange={({ currentTarget }) => chooseTheme(currentTarget.value as Theme)}
        >
          {themes.map((one) => (
            <option value={one}>{words.themes[one]}</option>
          ))}
        </select>
      </label>
      <label>
        <span>{words.language}</span>
        <select
          aria-label={words.language}
          value={language.value}
          onChange={({ currentTarget }) => chooseLanguage(currentTarget.value as Language)}
        >
          <option value="en">English</option>
          <option value="zh-CN">中文</option>
        </select>
      </label>
    </div>
  );
}
