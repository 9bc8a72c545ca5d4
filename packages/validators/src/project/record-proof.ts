// 2 on record, 3 under construction, 4 in operation, 5 stopped, 6 retired.
const ON_RECORD: ReadonlySet<unknown> = new Set(['2', '3', '4', '5', '6'])

/** Whether a project in this state of construction must carry the proof of its filing. */
export const needsRecordProof = (buildStatus: unknown): boolean => ON_RECORD.has(buildStatus)
