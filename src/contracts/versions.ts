/**
 * The version names of every contract, in this one place. A breaking change adds a name here and keeps the old one
 * readable: CONTRACT_VERSIONS lists what can be read, CURRENT what is written.
 */
export const CURRENT = {
  task_command: 'task_command.v1',
  task_result: 'task_result.v1',
  task_event: 'task_event.v1',
  error: 'error.v1',
  planner: 'planner.v1',
  service: 'service.v1',
  config: 'config.v1',
  snapshot: 'snapshot.v1',
  stored_snapshot: 'stored_snapshot.v1',
  script: 'script.v1',
  idempotency_claim: 'idempotency_claim.v1',
  profile: 'profile.v1',
} as const;

export type ContractFamily = keyof typeof CURRENT;

/** The field that carries the version in each family. */
export const VERSION_FIELD = {
  task_command: 'schema_version',
  task_result: 'schema_version',
  task_event: 'schema_version',
  error: 'error_schema_version',
  planner: 'planner_schema_version',
  service: 'schema_version',
  config: 'schema_version',
  snapshot: 'schema_version',
  stored_snapshot: 'schema_version',
  script: 'schema_version',
  idempotency_claim: 'schema_version',
  profile: 'schema_version',
} as const satisfies Record<ContractFamily, string>;

/** Every version this build can read, with the schema that describes it. */
export const READABLE = {
  'task_command.v1': 'task_command.v1',
  'task_result.v1': 'task_result.v1',
  'task_event.v1': 'task_event.v1',
  'error.v1': 'error.v1',
  'planner.v1': 'planner.v1',
  'service.v1': 'service.v1',
  'config.v1': 'config.v1',
  'snapshot.v1': 'snapshot',
  'stored_snapshot.v1': 'stored_snapshot.v1',
  'script.v1': 'script.v1',
  'idempotency_claim.v1': 'idempotency_claim.v1',
  'profile.v1': 'profile.v1',
} as const;

export type ReadableVersion = keyof typeof READABLE;

export function isReadable(version: string): version is ReadableVersion {
  return Object.hasOwn(READABLE, version);
}

/** "task_command.v2" belongs to the family "task_command", whether or not this build knows v2. */
export function familyOf(version: string): ContractFamily | undefined {
  const family = version.replace(/\.v\d+$/, '');
  return Object.hasOwn(CURRENT, family) ? (family as ContractFamily) : undefined;
}

export function supportedVersions(family: ContractFamily): ReadableVersion[] {
  return (Object.keys(READABLE) as ReadableVersion[]).filter((version) => familyOf(version) === family);
}
