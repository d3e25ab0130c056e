import { useEffect, useState } from 'preact/hooks';

/** What is typed, once somebody has stopped typing for a moment. */
export function useDelayed<T>(value: T, ms = 150): T {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return delayed;
}
