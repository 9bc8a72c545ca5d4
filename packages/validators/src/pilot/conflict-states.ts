/** The state of a conflict of interest between an expert and a project, in words. */
export const CONFLICT_STATES = { EXCLUDED: '排除', PENDING: '待判', CLEARED: '不排除' } as const
