import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { securityMutations, securityQueries } from '../../../app/security/queries.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/button.tsx'
import { notify } from '../../../ui/notice.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { ProofFields, useProof } from './proof-fields.tsx'
import { QrCode } from './qr-code.tsx'

const GROUP = /.{1,4}/g

/** The secret as a code to scan and as a text to type. */
function Secret({ secret, uri }: { secret: string; uri: string }) {
  const copy = async () => {
    if (await copyText(secret)) notify('已复制', 'success')
    else notify('浏览器不允许复制，请手工抄录')
  }
  return (
    <div className="mb-4 flex flex-wrap items-center gap-5">
      <QrCode text={uri} label="两步验证的二维码" />
      <div className="min-w-0 flex-1 basis-56 text-s">
        <ol className="list-decimal space-y-1.5 pl-4 leading-relaxed">
          <li>在手机上安装支持 TOTP 的验证器应用。</li>
          <li>用应用扫描二维码；不能扫描的，录入下面的密钥。</li>
          <li>填写应用显示的6位数字和登录密码，确认启用。</li>
        </ol>
        <p className="mt-3 text-ink-faint">密钥</p>
        <p className="flex flex-wrap items-center gap-2">
          <code className="select-all break-all text-[13px]">{secret.match(GROUP)?.join(' ')}</code>
          <Button look="quiet" icon="copy" className="h-7! px-2!" onClick={() => void copy()}>
            复制
          </Button>
        </p>
      </div>
    </div>
  )
}

interface EnrolFormProps {
  /** Called with the recovery codes. */
  onDone: (codes: readonly string[]) => void
  onCancel: () => void
  cancelLabel: string
}

/** Sets a second factor up: scan, type the first code, confirm. */
export function EnrolForm({ onDone, onCancel, cancelLabel }: EnrolFormProps) {
  const id = useId()
  const [attempt, setAttempt] = useState(0)
  const started = useQuery(securityQueries.start(id, attempt))
  const confirming = useMutation({
    ...securityMutations.confirm,
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  const form = useProof((proof) => confirming.mutate(proof), confirming.error)
  if (started.error) return <Failed error={started.error} onRetry={() => setAttempt(attempt + 1)} />
  if (!started.data) return <Loading rows={5} />
  return (
    <form noValidate onSubmit={form.submit}>
      <Secret {...started.data} />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <ProofFields {...form} hint="验证器应用显示的6位数字" />
      </div>
      <p className="flex justify-end gap-2">
        <Button onClick={onCancel}>{cancelLabel}</Button>
        <Button type="submit" look="primary" busy={confirming.isPending}>
          确认启用
        </Button>
      </p>
    </form>
  )
}
