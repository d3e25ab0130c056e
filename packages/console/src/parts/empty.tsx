import type { ComponentChildren, JSX } from 'preact';

interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
  /** A line for the terminal that makes it less empty. */
  readonly command?: string;
}

/** Where there is nothing yet: what would be here, and the first step towards it. */
export function Empty({ title, children, command }: EmptyProps): JSX.Element {
  return (
    <div class="empty">
      <p>{title}</p>
      {children && <p>{children}</p>}
      {command && <pre>{command}</pre>}
    </div>
  );
}
