import type { Config } from '../../config.ts'

type Ages = Pick<
  Config,
  'sampleData' | 'passwordMaxAgeDays' | 'servicePasswordMaxAgeDays' | 'passwordWarningDays'
>
interface Account {
  captcha_exempt: boolean
  /** `yyyy-MM-dd HH:mm:ss`, Beijing time. */
  pwd_reset_time: string
}

const DAY_MS = 86_400_000

/** Days until a password expires; undefined if it never does. */
function daysLeft(account: Account, ages: Ages, now: Date): number | undefined {
  const days = account.captcha_exempt ? ages.servicePasswordMaxAgeDays : ages.passwordMaxAgeDays
  if (ages.sampleData || days === 0) return undefined
  const since = Date.parse(`${account.pwd_reset_time.replace(' ', 'T')}+08:00`)
  return (since + days * DAY_MS - now.getTime()) / DAY_MS
}

export function isExpired(account: Account, ages: Ages, now: Date = new Date()): boolean {
  const left = daysLeft(account, ages, now)
  return left !== undefined && left <= 0
}

/** Remaining days, rounded up, once the password is within the warning period. */
export function expiryWarning(account: Account, ages: Ages, now: Date = new Date()): number | undefined {
  const left = daysLeft(account, ages, now)
  if (left === undefined || left > ages.passwordWarningDays) return undefined
  return Math.max(0, Math.ceil(left))
}
