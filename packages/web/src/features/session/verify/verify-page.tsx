import { documents, isXinchuError } from '@xinchu/sdk'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { type Connection, useConnection } from '../../../app/connection.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/inputs.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { FilingFooter, SecrecyBanner } from '../page-parts.tsx'
import { usePlatformTitle } from '../platform-settings.ts'
import { Comparison } from './comparison.tsx'
import { NotFound, Result } from './result.tsx'
import type { Verified } from './verified.ts'

const CODE_LENGTH = 12

/** Formats a code as printed: capitals in groups of four. */
const grouped = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^2-9A-Z]/g, '')
    .slice(0, CODE_LENGTH)
    .replace(/(.{4})(?=.)/g, '$1-')

interface Answer {
  found?: Verified
  isUnknown?: boolean
  error?: string
}

async function ask(connection: Connection, code: string): Promise<Answer> {
  try {
    return { found: await documents(connection).verify(code) }
  } catch (error) {
    if (!isXinchuError(error)) throw error
    return error.kind === 'not-found' ? { isUnknown: true } : { error: error.message }
  }
}

/** Input and result of a verification. Verifies a scanned code on load. */
function useVerification() {
  const connection = useConnection()
  const [code, setCode] = useState('')
  const [answer, setAnswer] = useState<Answer>({})
  const [isBusy, setBusy] = useState(false)
  const verify = useCallback(
    async (given: string) => {
      setBusy(true)
      const next = await ask(connection, given)
      setAnswer(next)
      setBusy(false)
      history.replaceState(null, '', `/verify?code=${encodeURIComponent(given)}`)
    },
    [connection],
  )
  useEffect(() => {
    const scanned = grouped(new URLSearchParams(location.search).get('code') ?? '')
    if (!scanned) return
    setCode(scanned)
    void verify(scanned)
  }, [verify])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.replace(/-/g, '').length === CODE_LENGTH) void verify(code)
    else setAnswer({ error: '核验码共 12 位，请核对后重试' })
  }
  const takeUp = useCallback((input: HTMLInputElement | null) => {
    // Typed before the scripts ran; the first render would empty the field.
    if (input?.value) setCode(grouped(input.value))
  }, [])
  return { code, type: (text: string) => setCode(grouped(text)), takeUp, answer, isBusy, submit }
}

/** The public page that confirms whether a document was issued by the platform. */
export function VerifyScreen() {
  const platform = usePlatformTitle()
  const { code, type, takeUp, answer, isBusy, submit } = useVerification()
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto] bg-canvas">
      <title>{`文件真伪核验 - ${platform}`}</title>
      <SecrecyBanner />
      <main className="mx-auto w-full max-w-[720px] px-4 py-6 sm:px-6">
        <header className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <div>
            <p className="text-ink-faint text-s">{platform}</p>
            <h1 className="font-semibold text-xl">文件真伪核验</h1>
          </div>
          <span className="text-ink-soft text-s">无需登录</span>
        </header>
        <div className="grid gap-4">
          {/* Without its scripts the form leads to the address that a scanned code has. */}
          <form action="/verify" onSubmit={submit} className="card p-5" noValidate>
            <Field label="核验码" error={answer.error} hint="印在 PDF 每页页脚，不分大小写，无 0、1、I、L、O">
              {(control) => (
                <div className="flex gap-2">
                  <Input
                    {...control}
                    ref={takeUp}
                    name="code"
                    value={code}
                    onValue={type}
                    autoComplete="off"
                    autoCapitalize="characters"
                    spellCheck={false}
                    placeholder="如 7K2M-QF9D-3VXT"
                    className="h-10! min-w-0 font-mono tracking-wider"
                  />
                  <PlainButton type="submit" look="primary" busy={isBusy} className="h-10!">
                    核验
                  </PlainButton>
                </div>
              )}
            </Field>
          </form>
          <div role="status" className="grid gap-4">
            {answer.isUnknown && <NotFound />}
            {answer.found && <Result found={answer.found} />}
          </div>
          {answer.found && <Comparison key={answer.found.code} found={answer.found} />}
          <p className="text-ink-faint text-s">
            核验页只公开文件名称、项目、版本与摘要，不提供文件内容，不显示评审信息。
          </p>
        </div>
      </main>
      <FilingFooter />
    </div>
  )
}
