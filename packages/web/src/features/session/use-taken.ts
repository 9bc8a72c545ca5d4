import { isXinchuError, users } from '@xinchu/sdk'
import { checkField } from '@xinchu/validators'
import { useEffect, useEffectEvent } from 'react'
import { connection } from '../../app/connection.ts'
import type { AccountForm } from '../../ui/account/use-account-form.ts'

/** How long typing must rest before the server is asked, ms. */
const REST_MS = 500

const TAKEN = {
  username: '该登录账号已被使用',
  phone: '该手机号已被使用',
  creditCode: '该统一社会信用代码已注册',
} as const

/** Says at a field while it is typed that its value belongs to another account. */
export function useTaken(form: AccountForm, field: keyof typeof TAKEN): void {
  const value = form.values[field] ?? ''
  const tell = useEffectEvent((isUnique: boolean) => form.advise(field, isUnique ? '' : TAKEN[field]))
  const isWellFormed = useEffectEvent(() => {
    const spec = form.specs.find(({ name }) => name === field)
    return value !== '' && (!spec || checkField(spec, form.values, 'submit') === null)
  })
  useEffect(() => {
    const call = new AbortController()
    const timer = setTimeout(async () => {
      if (!isWellFormed()) return
      try {
        const { unique } = await users(connection).checkUnique({ field, value }, { signal: call.signal })
        tell(unique)
      } catch (error) {
        // Asked again when the form is sent; a check on the way there needs no word of its failure.
        if (!isXinchuError(error)) throw error
      }
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      call.abort()
    }
  }, [field, value])
}
