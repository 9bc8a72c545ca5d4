import type { PasswordOwner, PasswordRule } from '@xinchu/validators/password'
import { createStore, useStore } from '../../lib/store.ts'
import { useFormSlice } from './context.ts'
import { type FormValues, textAt } from './values.ts'

const RULES: readonly { rule: PasswordRule; words: string }[] = [
  { rule: 'length', words: '8–64 位' },
  { rule: 'kinds', words: '含数字和字母' },
  { rule: 'common', words: '不是常用词、键盘顺序、年份、重复字符' },
  { rule: 'names', words: '不含平台、本人和单位的名称' },
]

type Check = typeof import('./password-check.ts')

const check = createStore<Check | undefined>(undefined)

/** Loads the list of common passwords, which is too large to be loaded with the page. */
export function loadPasswordCheck(): void {
  if (check.get()) return
  // Without it the rules are shown unticked, and the platform checks them.
  void import('./password-check.ts').then(check.set, () => undefined)
}

const ownerIn = (values: FormValues): PasswordOwner => ({
  username: textAt(values, 'username'),
  realName: textAt(values, 'realName'),
  phone: textAt(values, 'phone'),
  email: textAt(values, 'email'),
  orgName: textAt(values, 'companyName'),
})

/** Why the platform's policy refuses the password, as far as the page knows. */
export const weaknessAt = (values: FormValues, name: string): string | undefined =>
  check.get()?.weaknessIn(textAt(values, name), ownerIn(values))

/** The rules of a new password, ticked while it is typed. */
export function PasswordRules({ id, name }: { id: string; name: string }) {
  const loaded = useStore(check)
  const values = useFormSlice((state) => state.values)
  const kept = loaded?.rulesOf(textAt(values, name), ownerIn(values))
  const count = RULES.filter(({ rule }) => kept?.[rule]).length
  return (
    <div className="-mt-1 mb-2.5 text-xs leading-5">
      <ul id={id}>
        {RULES.map(({ rule, words }) => (
          <li key={rule} className={kept?.[rule] ? 'text-success' : 'text-ink-soft'}>
            <span aria-hidden="true" className="inline-block w-4">
              {kept?.[rule] ? '✓' : '·'}
            </span>
            {words}
            {kept?.[rule] && <span className="sr-only">，已满足</span>}
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {textAt(values, name) !== '' && kept && `密码要求已满足 ${count} 项，共 ${RULES.length} 项`}
      </p>
    </div>
  )
}
