import * as changing from './changing.ts';
import * as connecting from './connecting.ts';
import * as looking from './looking.ts';
import type { Operation, OperationName } from './operation.ts';

export const operations: Readonly<Record<OperationName, Operation>> = {
  status: looking.status,
  diff: looking.diff,
  log: looking.log,
  show: looking.show,
  blame: looking.blame,
  branch: changing.branch,
  add: changing.add,
  commit: changing.commit,
  switch: changing.switch,
  checkout: changing.checkout,
  restore: changing.restore,
  stash: changing.stash,
  tag: changing.tag,
  fetch: connecting.fetch,
  pull: connecting.pull,
  push: connecting.push,
};
