import { useMutation, useQuery } from '@tanstack/react-query'
import { AccountStatus } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import { messages } from '@xinchu/validators'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DictText } from '../../ui/dict-text.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import { RecordFiles } from '../../ui/record/record-files.tsx'
import { RecordFields, RecordItem } from '../../ui/record/record-group.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { type RegistrationDetail, systemMutations, systemQueries } from './queries.ts'

const LONGEST_REASON = 200
const SHOWN = [
  ...['companyName', 'creditCode', 'legalPerson', 'regionName', 'registeredAddress'],
  ...['username', 'realName', 'phone', 'createTime', 'submitTime'],
]
const specs = SHOWN.flatMap((name) => fields.User.filter((spec) => spec.name === name))
const KINDS = { license: '营业执照', letter: '授权书' } as const

/** Proof of the registration; what is missing is said. */
function Proofs({ proofs }: Pick<RegistrationDetail, 'proofs'>) {
  return (['license', 'letter'] as const).map((kind) => {
    const proof = proofs.find((each) => each.kind === kind)
    return (
      <RecordItem key={kind} label={KINDS[kind]}>
        {proof ? (
          <RecordFiles
            files={[{ id: proof.id, fileName: proof.fileName, size: proof.size, bizType: 'USER_AUTH' }]}
          />
        ) : (
          <span className="text-warning">未上传</span>
        )}
      </RecordItem>
    )
  })
}

function Similar({ similar }: Pick<RegistrationDetail, 'similar'>) {
  if (similar.length === 0) return null
  return (
    <div className="rounded-md border border-warning-line bg-warning-soft px-4 py-3 text-s">
      <p className="text-warning">已有名称相近的单位，请核对是否重复注册：</p>
      <ul className="mt-1 grid gap-0.5">
        {similar.map(({ id, orgName, creditCode, regionName }) => (
          <li key={id}>
            {orgName}
            <span className="ml-2 text-ink-faint">
              {creditCode}　{regionName}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The decision on a registration and the state of its reason. */
function useDecision(id: number, isProven: boolean, onClose: () => void) {
  const [reason, setReason] = useState('')
  const [missed, setMissed] = useState<'pass' | 'return'>()
  const deciding = useMutation({ ...systemMutations.reviewRegistration, onSuccess: onClose })
  const send = ({ pass }: { pass: boolean }) => {
    const text = reason.trim()
    const needs = !pass || !isProven
    if (needs && text === '') return setMissed(pass ? 'pass' : 'return')
    deciding.mutate({ id, pass, ...(text === '' ? {} : { reason: text }) })
  }
  const error =
    missed === undefined || reason.trim() !== ''
      ? undefined
      : missed === 'pass'
        ? '未上传营业执照，请写明核实方式'
        : messages.nonEmpty
  return { reason, setReason, send, error, busy: deciding.isPending ? deciding.variables : undefined }
}

interface RegistrationDialogProps {
  id: number
  onClose: () => void
}

/** One registration with its proof, to confirm or to return. */
export function RegistrationDialog({ id, onClose }: RegistrationDialogProps) {
  const { data, error, refetch } = useQuery(systemQueries.registration(id))
  const isProven = data?.proofs.some(({ kind }) => kind === 'license') ?? false
  const { reason, setReason, send, error: fault, busy } = useDecision(id, isProven, onClose)
  const isWaiting = data?.user.status === AccountStatus.pending
  return (
    <Dialog
      open
      isFirm={isWaiting}
      size="wide"
      onClose={onClose}
      title={data ? `注册审核：${data.user.companyName}` : '注册审核'}
      footer={
        <>
          <Button className="mr-auto" onClick={onClose}>
            关闭
          </Button>
          {isWaiting && (
            <>
              <Button look="danger" busy={busy?.pass === false} onClick={() => send({ pass: false })}>
                退回
              </Button>
              <Button look="primary" busy={busy?.pass === true} onClick={() => send({ pass: true })}>
                通过
              </Button>
            </>
          )}
        </>
      }
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data && (
        <div className="grid gap-4">
          <Similar similar={data.similar} />
          <dl className="record-grid text-s">
            <RecordFields specs={specs} record={data.user} />
            <RecordItem label="企业性质">
              <DictText dict="owner_type" value={data.user.enterpriseType} />
            </RecordItem>
            <Proofs proofs={data.proofs} />
            {data.user.reviewNote && <RecordItem label="退回原因">{data.user.reviewNote}</RecordItem>}
          </dl>
          {isWaiting && (
            <Field
              label="退回原因或说明"
              error={fault}
              hint="退回时必填，注册人可见；未上传营业执照而通过时写明核实方式"
            >
              {(control) => (
                <Textarea
                  {...control}
                  value={reason}
                  onValue={setReason}
                  maxLength={LONGEST_REASON}
                  rows={2}
                />
              )}
            </Field>
          )}
        </div>
      )}
    </Dialog>
  )
}
