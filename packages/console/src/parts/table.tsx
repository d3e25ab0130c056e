import type { ComponentChildren, JSX } from 'preact';

interface TableProps {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** The columns that hold numbers, from zero. */
  readonly numbers?: readonly number[];
}

/** A table whose first column names its rows. It scrolls sideways where there is no room, so keys can reach it. */
export function Table({ label, heads, rows, numbers = [] }: TableProps): JSX.Element {
  const kind = (index: number): { class?: string } => (numbers.includes(index) ? { class: 'number' } : {});
  return (
    <div class="table" tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th scope="col" {...kind(index)}>
                {head === '' ? <span class="hidden">{label}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr>
              {cells.map((cell, index) =>
                index === 0 ? <th scope="row">{cell}</th> : <td {...kind(index)}>{cell}</td>,
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
