import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQueries } from '../app/session-queries.ts'

/** Banner with the days until the password expires, within the warning period. */
export function PasswordBanner() {
  const { data } = useSuspenseQuery(sessionQueries.info)
  const days = data.user.passwordExpiresInDays
  if (days === undefined) return null
  return (
    <p role="status" className="bg-warning-soft px-4 py-1.5 text-center text-s text-warning">
      密码将在 {days} 天后到期，到期后须先修改密码才能使用平台。
      <a href="/editpassword" className="underline">
        立即修改
      </a>
    </p>
  )
}
