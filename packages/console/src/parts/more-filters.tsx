import { useState } from 'preact/hooks';
import type { ComponentChildren, JSX } from 'preact';
import { texts } from '../texts/texts.ts';

/** Filters that are seldom needed: folded away, unless one of them counts from the start. */
export function MoreFilters({
  used,
  children,
}: {
  readonly used: boolean;
  readonly children: ComponentChildren;
}): JSX.Element {
  const [open] = useState(used);
  return (
    <details class="more" open={open}>
      <summary>{texts.value.parts.moreFilters}</summary>
      <div class="bar">{children}</div>
    </details>
  );
}
