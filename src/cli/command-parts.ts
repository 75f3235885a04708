// What all commands share: how they print, how they reach the store, their help, and the options they have in common.
import { Command, InvalidArgumentError, Option } from 'commander';
import { toTimestamp } from '#base/timestamps.ts';
import { ENVIRONMENTS, type Environment } from '#domain/platform/scope.ts';
import type { House } from '#services/house.ts';

/** With --json, prints the value; without it, prints the text. */
export type Print = (value: unknown, text: string) => void;

/** The JSON text of a value. Times have the same form as in the API. */
export const asJson = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key, written: unknown) {
    const own = this[key];
    return own instanceof Date ? toTimestamp(own) : written;
  });

/** Opens the service, does the work, and closes the service. */
export type WithHouse = (work: (house: House) => Promise<void>) => Promise<void>;

/**
 * Sets a command's description and the example at the end of its help. The example is given without the leading
 * `vouch`.
 */
export const explained = (command: Command, sentence: string, example: string): Command =>
  command.description(sentence).addHelpText('after', `\nExample:\n  vouch ${example}`);

/**
 * Adds a required option. Commander's own required options are not used, because commander would report the missing
 * option before it reports a misspelled option.
 */
export function required(
  command: Command,
  flags: string,
  description: string,
  parse: (text: string) => unknown = (text) => text,
): Command {
  const option = new Option(flags, `${description} (required)`).argParser(parse);
  return command.addOption(option).hook('preAction', (_, self) => {
    if (self.getOptionValue(option.attributeName()) === undefined) {
      self.error(`error: required option '${flags}' not specified`);
    }
  });
}

export const withClient = (command: Command): Command => required(command, '--client <id>', 'id of the client');

/** Adds the options for the client and the environment to which a command applies. */
export const withScope = (command: Command): Command =>
  required(withClient(command), '--env <environment>', ENVIRONMENTS.join(' or '), toEnvironment);

export type ScopeOptions = { client: string; env: Environment };

export function toEnvironment(text: string): Environment {
  const environment = ENVIRONMENTS.find((one) => one === text);
  if (environment === undefined) throw new InvalidArgumentError(`It must be ${ENVIRONMENTS.join(' or ')}.`);
  return environment;
}

/** Parses an option that is a whole number within these bounds. */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    if (!/^\d{1,9}$/.test(text) || Number(text) < min || Number(text) > max) {
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    }
    return Number(text);
  };

/**
 * Joins the lines of an error. commander writes a suggestion on a second line, but an operator's log has one line per
 * error. If commander suggests nothing for an unknown command or option, a sentence that points to the help is added.
 */
export function oneLine(error: string): string {
  const text = error
    .trim()
    .replace(/^error: /, '')
    .replaceAll(/\s*\n\s*/g, ' ');
  const hint = /^unknown (?:command|option)/.test(text) && !text.endsWith(')') ? ' (see vouch --help for a list)' : '';
  return `vouch: ${text}${hint}\n`;
}

/**
 * Rejects a misspelled sub-command of a group that has a default sub-command. Without this check, commander would pass
 * the misspelled name to the default sub-command as an argument. The misspelled name is parsed by an empty command with
 * the same sub-command names, so that commander suggests the nearest name.
 */
export function refuseUnknown(group: Command): void {
  const [name] = group.args;
  if (name === undefined || name.startsWith('-') || group.commands.some((one) => one.name() === name)) return;
  const names = new Command(group.name()).copyInheritedSettings(group);
  for (const one of group.commands) names.command(one.name());
  names.parse([name], { from: 'user' });
}
