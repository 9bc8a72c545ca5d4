/** Levels in their order: each builds on those before. */
export const levels = [
  ['basic', '基础'],
  ['session', '会话'],
  ['convention', '约定'],
  ['errors', '错误'],
  ['files', '文件'],
  ['states', '状态'],
  ['rules', '规则'],
  ['idempotency', '幂等'],
  ['imports', '导入'],
] as const
export type Level = (typeof levels)[number][0]

/** What a server did in place of what the contract says. */
export interface Deviation {
  readonly message: string
  /** Method and address, without the query's values. */
  readonly request?: string
  readonly status?: number
  readonly requestId?: string
  /** The beginning of the reply. */
  readonly excerpt?: string
}

/** A statement of the contract that a server is held to. */
export interface Statement {
  /** Level and name, such as `session.logout`. */
  readonly id: string
  readonly level: Level
  /** What the contract expects, in one sentence. */
  readonly expects: string
  /** Operation, rule or section of the contract that says so. */
  readonly source: string
}

export type Need = 'any' | 'ENT' | 'ENT2' | 'CNT' | 'PRV' | 'ADM'

export type Outcome = 'passed' | 'failed' | 'skipped'

export interface Result {
  readonly check: Statement
  readonly outcome: Outcome
  readonly deviations: readonly Deviation[]
  /** Why it was skipped. */
  readonly reason?: string
  readonly ms: number
}

export interface Report {
  readonly url: string
  readonly contractVersion: string
  readonly results: readonly Result[]
  /** The highest level that conforms, with all before it. Undefined if the first does not. */
  readonly reached?: Level
  readonly requests: number
  readonly seconds: number
  /** Records that the contract does not allow to delete, or that could not be deleted. */
  readonly left: readonly string[]
  /** Why it ended before all checks were made. */
  readonly ended?: string
}

/** Ends a check with its deviation. */
export class DeviationError extends Error {
  readonly deviation: Deviation
  constructor(deviation: Deviation) {
    super(deviation.message)
    this.deviation = deviation
  }
}

/** Ends a check that cannot be made here. Its message says why. */
export class SkipError extends Error {}
