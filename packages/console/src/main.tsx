import { render } from 'preact';
import { takeToken } from './live/token.ts';
import { App } from './shell/app.tsx';
import { listenToKeys } from './state/keys.ts';
import { followSettings } from './state/settings.ts';
import './styles.css';

takeToken();
addEventListener('hashchange', takeToken);
followSettings(document.documentElement);
listenToKeys();
render(<App />, document.getElementById('app') as HTMLElement);
