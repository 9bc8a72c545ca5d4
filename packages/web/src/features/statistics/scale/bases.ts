import type { StatPeriod } from '@xinchu/sdk'
import type { ChangeBase, ChangeBases } from '@xinchu/validators'

/** An earlier period to compare with. */
export type Base = ChangeBase<StatPeriod>
export type Bases = ChangeBases<StatPeriod>
