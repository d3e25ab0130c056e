import { signal } from '@preact/signals';

/** The screens, in the order of the navigation, and the key that follows `g`. */
export const screens = {
  now: 'n',
  tools: 't',
  history: 'h',
  statistics: 's',
  plans: 'p',
  decide: 'd',
  access: 'a',
  servers: 'v',
} as const;

export type Screen = keyof typeof screens;

/** Where somebody is: `#/tools/Bash?q=run` is the screen `tools`, the item `Bash` and one word of a query. */
export interface Place {
  readonly screen: Screen;
  readonly item: string | undefined;
  readonly query: Readonly<Record<string, string>>;
}

export const place = signal<Place>(parsePlace(location.hash));

addEventListener('hashchange', () => {
  place.value = parsePlace(location.hash);
});

export function linkTo({ screen, item, query = {} }: Partial<Place> & Pick<Place, 'screen'>): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
  return `#/${screen}${item === undefined ? '' : `/${encodeURIComponent(item)}`}${search}`;
}

export function go(to: Partial<Place> & Pick<Place, 'screen'>): void {
  location.hash = linkTo(to);
}

/** Changes the query of this place without a step in the browser's history: one for each letter would be too many. */
export function refine(query: Readonly<Record<string, string>>): void {
  const { screen, item } = place.value;
  history.replaceState(null, '', linkTo({ screen, item, query: { ...place.value.query, ...query } }));
  place.value = parsePlace(location.hash);
}

function parsePlace(hash: string): Place {
  const [path = '', search = ''] = hash.replace(/^#\/?/u, '').split('?', 2);
  const [screen = '', item] = path.split('/');
  return {
    screen: Object.hasOwn(screens, screen) ? (screen as Screen) : 'now',
    item: item === undefined || item === '' ? undefined : decoded(item),
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

/** An address that somebody typed may be no encoded text at all. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
