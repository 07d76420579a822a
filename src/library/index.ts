export { EXIT, type ExitCode } from '../contracts/exitCodes.js';
export { AgentError } from '../contracts/failure.js';
export type {
  ErrorV1,
  Snapshot,
  StepResult,
  TaskCommandV1,
  TaskEventLine,
  TaskResultV1,
} from '../contracts/generated.js';
export type { Model, ModelReply, ModelRequest } from '../model/model.js';
export type { RunEnd } from '../work/run.js';
export type { Ask, AskedQuestion, Reply } from './ask.js';
export { type CapturedSnapshot, captureSnapshot, type SnapshotOptions } from './captureSnapshot.js';
export { type ReplayOptions, replay } from './replay.js';
export { type RunAgentOptions, runAgent } from './runAgent.js';
