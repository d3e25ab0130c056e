import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren, JSX } from 'preact';
import { useKeys } from '../state/keys.ts';

interface RowsProps {
  /** What the list is of, for those who hear it. */
  readonly label: string;
  readonly count: number;
  /** False while more may come than `count` says. @default true */
  readonly complete?: boolean;
  /** Of every row, in pixels. @default 46 */
  readonly height?: number;
  /** One row: a link, so that Enter, a click and a new tab all work. */
  readonly row: (index: number) => ComponentChildren;
  /** Told which rows are seen, so that they can be fetched. */
  readonly onSeen?: (first: number, last: number) => void;
}

const beyond = 8;

/** A list of any length, of which only what is seen is on the page. `j` and `k` go through it. */
export function Rows({ label, count, complete = true, height = 46, row, onSeen }: RowsProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const wanted = useRef<number | undefined>(undefined);
  /** Where keys were last, for whoever comes back from what a row has opened. */
  const reached = useRef(-1);
  const [view, setView] = useState({ top: 0, size: 800 });
  const first = Math.max(0, Math.floor(view.top / height) - beyond);
  const last = Math.min(count - 1, Math.ceil((view.top + view.size) / height) + beyond);

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const look = (): void => setView({ top: element.scrollTop, size: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);

  useEffect(() => onSeen?.(first, last), [first, last, count]);

  // The row that a key went to may only be drawn after the list has moved.
  useLayoutEffect(() => {
    const link = frame.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] > a`);
    if (wanted.current === undefined || link === null || link === undefined) return;
    wanted.current = undefined;
    link.focus({ preventScroll: true });
  });

  const move = (by: number): void => {
    const element = frame.current;
    if (element === null || count === 0) return;
    const focused = document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index'];
    const at = focused === undefined ? reached.current : Number(focused);
    const next = at === -1 ? first + (first === 0 ? 0 : beyond) : Math.min(count - 1, Math.max(0, at + by));
    wanted.current = next;
    reached.current = next;
    const top = next * height;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + height > element.scrollTop + element.clientHeight)
      element.scrollTop = top + height - element.clientHeight;
    setView({ top: element.scrollTop, size: element.clientHeight });
  };
  useKeys({ j: () => move(1), k: () => move(-1) });

  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return (
    <div class="rows" ref={frame}>
      <ul aria-label={label} style={{ height: `${count * height}px` }}>
        {indexes.map((index) => (
          <li
            key={index}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={complete ? count : -1}
            style={{ top: `${index * height}px`, height: `${height}px` }}
          >
            {row(index)}
          </li>
        ))}
      </ul>
    </div>
  );
}
