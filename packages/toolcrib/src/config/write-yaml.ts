import { stringify } from 'yaml';

/** A value as YAML that people like to read: long texts in blocks, nothing by reference. */
export function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 100, aliasDuplicateObjects: false });
}
