import { users } from '@xinchu/sdk'
import { useRef, useState } from 'react'
import { useConnection } from '../../../app/connection.ts'
import { tell } from '../../../app/tell.ts'
import { fileSize } from '../../../lib/file-size.ts'
import { useAction } from '../../../lib/use-action.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import type { RegistrationState } from './state.ts'

const MOST_BYTES = 10 * 1024 * 1024

interface ProofFieldProps {
  kind: 'license' | 'letter'
  label: string
  token: string
  proof: RegistrationState['proofs'][number] | undefined
  onState: (state: RegistrationState) => void
}

/** One proof of a registration: what is there, and a button to send or replace it. */
export function ProofField({ kind, label, token, proof, onState }: ProofFieldProps) {
  const connection = useConnection()
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const send = () => {
    const file = input.current?.files?.[0]
    if (!file) throw new Error('请选择要上传的文件')
    return users(connection).uploadRegistrationProof({ file, kind }, { headers: { Authorization: token } })
  }
  const sending = useAction(send, { onDone: onState, onFailed: tell })
  const take = (file: File | undefined) => {
    if (!file) return
    const isLarge = file.size > MOST_BYTES
    setFault(isLarge ? '文件超过 10 MB，请压缩后再上传' : undefined)
    if (!isLarge) sending.run()
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="w-20 shrink-0">{label}</span>
      <span className="min-w-0 flex-1 break-all text-s">
        {proof ? (
          <>
            {proof.fileName} <span className="text-ink-faint">{fileSize(proof.size)}</span>
          </>
        ) : (
          <span className="text-ink-faint">未上传</span>
        )}
      </span>
      <input
        ref={input}
        type="file"
        accept=".pdf,.jpg,.jpeg,.png"
        aria-label={`选择${label}`}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => take(event.target.files?.[0])}
      />
      <PlainButton busy={sending.isBusy} onClick={() => input.current?.click()}>
        {proof ? `重新上传${label}` : `上传${label}`}
      </PlainButton>
      {fault && (
        <p role="alert" className="basis-full text-danger text-s">
          {fault}
        </p>
      )}
    </div>
  )
}
