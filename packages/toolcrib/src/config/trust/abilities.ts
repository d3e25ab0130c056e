import { isBuiltInName, namesOf } from './built-in-names.ts';
import { isRecord, type Difference } from './setting.ts';
import { variablesIn } from '../environment.ts';

/** What a setting could do once it is accepted, the most dangerous first. */
export const abilities = [
  'run_programs',
  'weaken_sandbox',
  'receive_secrets',
  'reach_hosts',
  'touch_files',
  'replace_tools',
  'widen_rights',
  'lift_restriction',
  'change_behaviour',
] as const;
export type Ability = (typeof abilities)[number];

/** Everything that a difference could do; at least one. */
export function abilitiesOf({ path, current, change }: Difference): Ability[] {
  if (change === 'removed') return ['lift_restriction'];
  const found = new Set<Ability>(bySection(path.map(String), current));
  if (secretsIn(current).length > 0) found.add('receive_secrets');
  if (found.size === 0) found.add('change_behaviour');
  return abilities.filter((ability) => found.has(ability));
}

function bySection(
  [section = '', key = '', ...deeper]: readonly string[],
  value: unknown,
): readonly Ability[] {
  switch (section) {
    case 'mcpServers':
      return isRecord(value) && value['url'] !== undefined ? ['reach_hosts'] : ['run_programs'];
    case 'language_servers':
      return ['run_programs'];
    case 'openapi':
      return ['reach_hosts', 'touch_files'];
    case 'plugins':
      return isRecord(value) && value['grant'] !== undefined
        ? ['run_programs', 'touch_files']
        : ['run_programs'];
    case 'tools':
      return toolAbilities(value);
    case 'sandbox':
      if (key === 'allow_hosts') return ['reach_hosts'];
      return key === 'mode' || key === '' ? ['weaken_sandbox'] : ['run_programs'];
    case 'agents':
    case 'rules':
    case 'allow_lists':
    case 'imports':
    case 'history':
    case 'defaults':
      return ['widen_rights'];
    case 'gateway':
    case 'approvers':
      return ['widen_rights'];
    case 'project':
      return ['touch_files'];
    case 'telemetry':
      if (key === 'log' && deeper[0] === 'file') return ['touch_files'];
      return key === 'traces' || key === 'metrics' ? ['reach_hosts'] : ['change_behaviour'];
    case 'store':
      return ['touch_files', 'reach_hosts'];
    case 'recommend':
      return key === 'model' || key === 'embeddings' ? ['reach_hosts'] : ['change_behaviour'];
    case 'plans':
      return key === 'engine' ? ['run_programs'] : ['change_behaviour'];
    case 'server':
      return key === 'host' || key === 'allow_hosts' ? ['reach_hosts'] : ['change_behaviour'];
    default:
      return [];
  }
}

function toolAbilities(value: unknown): readonly Ability[] {
  if (!isRecord(value)) return [];
  const implementation = value['implementation'];
  const kind = isRecord(implementation) ? implementation['type'] : undefined;
  return [
    ...(kind === 'rest' ? ['reach_hosts' as const] : []),
    ...(namesOf(value).some(isBuiltInName) ? ['replace_tools' as const] : []),
  ];
}

/** The variables of the environment that a setting takes in, written as `${NAME}` or named as a secret. */
export function secretsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') {
    const named = /^(?:secret|environment)$/u.test(key) ? [value] : [];
    return [...new Set([...named, ...variablesIn(value)])];
  }
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => secretsIn(one, key)))];
  if (!isRecord(value)) return [];
  return [
    ...new Set(
      Object.entries(value).flatMap(([name, held]) => secretsIn(held, key === 'secrets' ? 'secret' : name)),
    ),
  ];
}
