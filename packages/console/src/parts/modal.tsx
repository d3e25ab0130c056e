import { useEffect, useRef } from 'preact/hooks';
import type { ComponentChildren, JSX } from 'preact';

interface ModalProps {
  readonly label: string;
  readonly class?: string;
  readonly onClose: () => void;
  /** What Ctrl+Enter does. */
  readonly onAccept?: (() => void) | undefined;
  readonly children: ComponentChildren;
}

/** A native dialog over the page: keeps the keys, gives the focus back, closes with Escape. */
export function Modal({ label, class: name = '', onClose, onAccept, children }: ModalProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const closed = useRef(onClose);
  closed.current = onClose;
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    // On the heading: it is read out, and no key presses a button that nobody has looked at.
    element.querySelector<HTMLElement>('h2')?.focus();
    const tell = (): void => closed.current();
    element.addEventListener('close', tell);
    return () => {
      element.removeEventListener('close', tell);
      element.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={name}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onAccept?.();
      }}
    >
      {children}
    </dialog>
  );
}
