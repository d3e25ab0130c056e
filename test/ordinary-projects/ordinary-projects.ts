import { configured } from './catalog/configured.ts';
import { javascript } from './catalog/javascript.ts';
import { layouts } from './catalog/layouts.ts';
import { otherLanguages } from './catalog/other-languages.ts';
import { repositories } from './catalog/repositories.ts';
import type { OrdinaryProject } from './ordinary-project.ts';

export const ordinaryProjects: readonly OrdinaryProject[] = [
  ...javascript,
  ...otherLanguages,
  ...layouts,
  ...repositories,
  ...configured,
];
