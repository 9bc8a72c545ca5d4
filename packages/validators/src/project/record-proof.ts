import { BuildStatus } from '../codes.ts'

const ON_RECORD: ReadonlySet<unknown> = new Set([
  BuildStatus.filed,
  BuildStatus.building,
  BuildStatus.operating,
  BuildStatus.stopped,
  BuildStatus.retired,
])

/** Whether a project in this state of construction must carry the proof of its filing. */
export const needsRecordProof = (buildStatus: unknown): boolean => ON_RECORD.has(buildStatus)
