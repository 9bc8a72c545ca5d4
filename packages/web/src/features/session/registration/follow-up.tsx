import { AccountStatus } from '@xinchu/contract/codes'
import { users } from '@xinchu/sdk'
import { useState } from 'react'
import { useConnection } from '../../../app/connection.ts'
import { tell } from '../../../app/tell.ts'
import { useLoad } from '../../../lib/use-load.ts'
import { Failed, Loading } from '../../../ui/states.tsx'
import { usePlatform } from '../platform-settings.ts'
import { AccessForm } from './access-form.tsx'
import { CorrectionForm } from './correction-form.tsx'
import { ProofField } from './proof-field.tsx'
import type { RegistrationState } from './state.ts'

interface ApplicationProps {
  token: string
  state: RegistrationState
  onState: (state: RegistrationState) => void
}

/** State of a registration, its proof, and its correction after a return. */
function Application({ token, state, onState }: ApplicationProps) {
  const { user, proofs } = state
  const isSilent = usePlatform()?.sms === 'off'
  const isReturned = user.status === AccountStatus.cancelled
  const proofOf = (kind: 'license' | 'letter') => proofs.find((proof) => proof.kind === kind)
  return (
    <div className="grid gap-4">
      <section className="card grid gap-1.5 px-5 py-4" role="status">
        <h2 className="font-medium text-lg">{isReturned ? '注册申请被退回' : '注册信息已提交，等待审核'}</h2>
        <p className="text-ink-soft text-s">
          登录账号：{user.username}　单位：{user.companyName}
        </p>
        {isReturned ? (
          <p className="text-danger">退回原因：{user.reviewNote}</p>
        ) : (
          <p className="text-ink-soft text-s">
            {user.submitTime && `${user.submitTime.slice(0, 16)} 提交。`}
            所在县能源主管部门通过后即可登录，
            {isSilent ? '结果请凭注册凭证在此查看。' : '结果以短信告知。'}
          </p>
        )}
      </section>
      <section className="card grid gap-4 px-5 py-4">
        <h2 className="font-medium">证明材料</h2>
        <p className="text-ink-soft text-s">
          加盖公章的扫描件，PDF、JPG 或 PNG，不超过 10 MB；再次上传替换原件。
        </p>
        <ProofField
          kind="license"
          label="营业执照"
          token={token}
          proof={proofOf('license')}
          onState={onState}
        />
        <ProofField kind="letter" label="授权书" token={token} proof={proofOf('letter')} onState={onState} />
      </section>
      {isReturned && <CorrectionForm token={token} user={user} onState={onState} />}
    </div>
  )
}

interface OpenedProps {
  token: string
}

function Opened({ token }: OpenedProps) {
  const connection = useConnection()
  const [changed, setChanged] = useState<RegistrationState>()
  const found = useLoad(
    (signal) => users(connection).getRegistration({ signal, headers: { Authorization: token } }),
    tell,
  )
  const state = changed ?? found.data
  if (state) return <Application token={token} state={state} onState={setChanged} />
  return found.error ? <Failed error={found.error} onRetry={found.again} /> : <Loading />
}

/** A registration that is not confirmed yet. Without the ticket of a new one, its password opens it. */
export function FollowUp({ first }: { first?: string }) {
  const [token, setToken] = useState(first)
  return token === undefined ? <AccessForm onOpened={setToken} /> : <Opened token={token} />
}
