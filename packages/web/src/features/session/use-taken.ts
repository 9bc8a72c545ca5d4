import { isXinchuError, users } from '@xinchu/sdk'
import { checkField, type Issue, issue } from '@xinchu/validators'
import { useEffect, useEffectEvent, useState } from 'react'
import { useConnection } from '../../app/connection.ts'
import { type FormApi, useFormSlice } from '../../ui/form/context.ts'
import { textAt } from '../../ui/form/values.ts'

/** Debounce of the check, ms. */
const REST_MS = 500

const TAKEN = {
  username: '该登录账号已被使用',
  phone: '该手机号已被使用',
  creditCode: '该统一社会信用代码已注册，请用本单位已有的账号登录；忘记账号的，请联系所在县能源主管部门',
} as const

/** Value of a field that belongs to another account, as of the last check. */
function useTakenValue({ store }: FormApi, field: keyof typeof TAKEN, value: string): string | undefined {
  const connection = useConnection()
  const [taken, setTaken] = useState<string>()
  const isWellFormed = useEffectEvent(() => {
    const spec = store.options.specs.find(({ name }) => name === field)
    return value !== '' && (!spec || checkField(spec, store.state().values, 'submit') === null)
  })
  useEffect(() => {
    const call = new AbortController()
    const timer = setTimeout(async () => {
      if (!isWellFormed()) return
      try {
        const { unique } = await users(connection).checkUnique({ field, value }, { signal: call.signal })
        setTaken(unique ? undefined : value)
      } catch (error) {
        // The server checks again on submission, so a failed check needs no message.
        if (!isXinchuError(error)) throw error
      }
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      call.abort()
    }
  }, [connection, field, value])
  return taken
}

/** Error of a field whose value belongs to another account. */
function useTakenField(form: FormApi, field: keyof typeof TAKEN): Issue | undefined {
  const value = useFormSlice(({ values }) => textAt(values, field), form)
  const isTaken = useTakenValue(form, field, value) === value && value !== ''
  return isTaken ? issue(field, TAKEN[field], 'error', 'A-016') : undefined
}

/** Reports while the user types that an account name, phone or credit code belongs to another account. */
export function useTaken(form: FormApi): void {
  const found = [
    useTakenField(form, 'username'),
    useTakenField(form, 'phone'),
    useTakenField(form, 'creditCode'),
  ].filter((issue) => issue !== undefined)
  const fields = found.map(({ field }) => field).join()
  const advise = useEffectEvent(() => form.store.advise(found))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields name the messages
  useEffect(advise, [fields])
}
