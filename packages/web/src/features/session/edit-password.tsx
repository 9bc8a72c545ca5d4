import { useState } from 'react'
import { useConnection } from '../../app/connection.ts'
import { notify } from '../../ui/notice.tsx'
import { AccountPage } from './account-page.tsx'
import { ChangeForm } from './change-form.tsx'
import { CompleteForm } from './complete-form.tsx'
import { firstLoginOf } from './first-login.ts'
import { ForgotForm } from './forgot-form.tsx'
import { goTo } from './navigation.tsx'

const WAYS = [
  { key: 'forgot', label: '忘记密码' },
  { key: 'change', label: '凭原密码修改' },
] as const

/** Without a session: by text message or by the old password. */
function OpenForms({ onDone }: { onDone: () => void }) {
  const [way, setWay] = useState<(typeof WAYS)[number]['key']>('forgot')
  return (
    <>
      <fieldset className="mb-4 flex gap-2">
        <legend className="sr-only">方式</legend>
        {WAYS.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            aria-pressed={way === key}
            onClick={() => setWay(key)}
            className="h-control rounded-md border border-line-strong px-3.5 text-s aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
          >
            {label}
          </button>
        ))}
      </fieldset>
      {way === 'forgot' ? <ForgotForm onDone={onDone} /> : <ChangeForm isLoggedIn={false} onDone={onDone} />}
    </>
  )
}

/** Sets a password: at the first log-in, when it must be changed, and when it was forgotten. */
export function EditPasswordScreen({ isLoggedIn }: { isLoggedIn: boolean }) {
  const connection = useConnection()
  const [token] = useState(firstLoginOf(connection).get)
  const toLogin = (text: string) => {
    firstLoginOf(connection).set(undefined)
    notify(text, 'success')
    goTo('/login', { replace: true })
  }
  if (token) {
    return (
      <AccountPage title="完善账号信息" wide>
        <CompleteForm token={token} onDone={() => toLogin('账号信息已完善，请用新密码登录')} />
      </AccountPage>
    )
  }
  return (
    <AccountPage title={isLoggedIn ? '修改密码' : '找回密码'}>
      {isLoggedIn ? (
        <>
          <p className="mb-3 text-ink-soft text-s">修改后须用新密码重新登录。</p>
          <ChangeForm isLoggedIn onDone={() => void connection.logout()} />
        </>
      ) : (
        <OpenForms onDone={() => toLogin('密码已修改，请用新密码登录')} />
      )}
    </AccountPage>
  )
}
