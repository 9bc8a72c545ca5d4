import type { Platform } from '@xinchu/sdk'

interface SampleAccountsProps {
  accounts: NonNullable<Platform['demoAccounts']>
  onPick: (username: string, password: string) => void
}

/** Selectable accounts of the demonstration. */
export function SampleAccounts({ accounts, onPick }: SampleAccountsProps) {
  return (
    <details className="relative rounded-lg border border-line bg-surface">
      <summary className="px-4 py-2">演示数据：可用以下账号登录</summary>
      <ul className="absolute inset-x-0 top-full z-10 mt-1 max-h-56 overflow-auto rounded-lg border border-line bg-surface p-2 shadow-lg">
        {accounts.map(({ username, password, title }) => (
          <li key={username}>
            <button
              type="button"
              onClick={(event) => {
                onPick(username, password)
                event.currentTarget.closest('details')?.removeAttribute('open')
              }}
              className="flex w-full justify-between gap-3 rounded px-2 py-1 text-left hover:bg-brand-soft"
            >
              <span>{title}</span>
              <span className="text-ink-faint">{username}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
