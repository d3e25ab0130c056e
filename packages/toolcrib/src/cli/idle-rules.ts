import { matchesGlob, type Rule, type ToolRegistry } from '@toolcrib/core';
import type { ConfigProblem } from '../config/config-place.ts';
import type { Config } from '../config/config.ts';
import type { Toolcrib } from '../open-toolcrib.ts';
import { idleCommandPatterns } from './idle-command-patterns.ts';
import type { CliTexts } from './texts.ts';

/** Rules about tools or agents that are not there. They are valid and decide nothing, which is seldom what was meant. */
export function idleRules(
  { config, service }: Pick<Toolcrib, 'config' | 'service'>,
  texts: CliTexts,
): ConfigProblem[] {
  const names = toolNames(service.registry);
  const agents = [...new Set(['user', ...Object.keys(config.agents)])];
  return rulesOf(config).flatMap(({ rule, path }) => {
    const { tool, agent } = rule;
    const place = config.placeOf(path);
    const idle = (remedy: string): ConfigProblem => ({
      ...place,
      code: 'matches_nothing',
      message: texts.ruleMatchesNothing,
      remedy,
    });
    return [
      ...(matchesAny(tool, names) ? [] : [idle(texts.noToolMatches(tool, service.registry.suggest(tool)))]),
      ...(matchesAny(agent, agents) ? [] : [idle(texts.noAgentMatches(agent, agents))]),
      ...idleCommandPatterns(rule).map(([pattern, why]) => idle(texts.commandPattern[why](pattern))),
    ];
  });
}

/** Everything that a rule may call a tool by. */
function toolNames(registry: ToolRegistry): string[] {
  return registry
    .list()
    .flatMap(({ name }) => registry.versions(name))
    .flatMap(({ name, id, aliases }) => [name, id, ...aliases]);
}

interface PlacedRule {
  readonly rule: Rule;
  readonly path: readonly (string | number)[];
}

function rulesOf({ rules, agents }: Config): PlacedRule[] {
  const common = rules.map((rule, index) => ({ rule, path: ['rules', index] }));
  const own = Object.values(agents).flatMap((agent) =>
    agent.rules.map((rule, index) => ({ rule, path: ['agents', agent.id, 'rules', index] })),
  );
  return [...common, ...own];
}

function matchesAny(pattern: string, names: readonly string[]): boolean {
  return pattern === '*' || names.some((name) => matchesGlob(pattern, name));
}
