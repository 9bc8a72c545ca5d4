import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type SecondFactor, securityMutations, securityQueries } from '../../../app/security/queries.ts'
import { sessionQueries } from '../../../app/session-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notice.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { EnrolForm } from './enrol-form.tsx'
import { ProofFields, useProof } from './proof-fields.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Task = 'enrol' | 'renew' | 'remove'

const FEW = 3

interface ProofDialogProps {
  task: 'renew' | 'remove'
  isRequired: boolean
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}

/** Asks for password and code before the recovery codes change or the factor is switched off. */
function ProofDialog({ task, isRequired, onCodes, onClose }: ProofDialogProps) {
  const id = useId()
  const renewing = useMutation({
    ...securityMutations.renew,
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
  const removing = useMutation({
    ...securityMutations.remove,
    onSuccess() {
      // An account that needs a factor is led to its set-up.
      if (isRequired) return location.assign('/')
      notify('两步验证已停用', 'success')
      onClose()
    },
  })
  const acting = task === 'renew' ? renewing : removing
  const form = useProof((proof) => acting.mutate(proof), acting.error)
  const words =
    task === 'renew'
      ? { title: '更换恢复码', action: '更换', text: '原有的恢复码将全部作废。' }
      : {
          title: isRequired ? '更换验证设备' : '停用两步验证',
          action: isRequired ? '停用并重新启用' : '停用',
          text: isRequired
            ? '停用后须立即在新设备上重新启用，启用前不能办理其他事项。'
            : '停用后仅凭密码即可登录，账号的安全性将降低。',
        }
  return (
    <Dialog
      open
      isFirm
      onClose={onClose}
      title={words.title}
      description={words.text}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            type="submit"
            form={id}
            look={task === 'renew' ? 'primary' : 'danger'}
            busy={acting.isPending}
          >
            {words.action}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={form.submit}>
        <ProofFields {...form} hint="验证器应用显示的6位数字，或一个恢复码" />
      </form>
    </Dialog>
  )
}

interface CodesDialogProps {
  codes: readonly string[]
  onClose: () => void
}

function CodesDialog({ codes, onClose }: CodesDialogProps) {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  return (
    <Dialog
      open
      isFirm
      onClose={onClose}
      title="请保存恢复码"
      footer={
        <Button look="primary" onClick={onClose}>
          我已保存
        </Button>
      }
    >
      <RecoveryCodes codes={codes} username={user.username} />
    </Dialog>
  )
}

function State({ factor }: { factor: SecondFactor }) {
  if (!factor.isEnabled)
    return (
      <p className="text-ink-soft">未启用。启用后登录时除密码外，还须填写手机验证器应用显示的6位数字。</p>
    )
  return (
    <p className="text-ink-soft">
      <span className="text-success">已启用</span>（{factor.enabledTime}），剩余恢复码{' '}
      <span className={factor.recoveryCodesLeft <= FEW ? 'font-medium text-warning' : ''}>
        {factor.recoveryCodesLeft}
      </span>{' '}
      个{factor.recoveryCodesLeft <= FEW && '，请及时更换'}
    </p>
  )
}

/** The own second factor, with its set-up and its end. */
export function FactorCard() {
  const { data: factor, error, refetch } = useQuery(securityQueries.factor())
  const client = useQueryClient()
  const [task, setTask] = useState<Task>()
  const [codes, setCodes] = useState<readonly string[]>()
  const close = () => setTask(undefined)
  const show = (made: readonly string[]) => {
    setCodes(made)
    close()
    void client.invalidateQueries({ queryKey: ['security', 'factor'] })
  }
  if (factor && !factor.isOffered && !factor.isEnabled) return null
  return (
    <section className="card" aria-label="两步验证">
      <h2 className="border-line border-b px-4 py-2.5 font-medium">两步验证</h2>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !factor && <Loading rows={1} />}
      {factor && (
        <div className="flex flex-wrap items-center gap-3 px-4 py-3.5 text-s">
          <div className="min-w-0 flex-1 basis-64">
            <State factor={factor} />
          </div>
          {factor.isEnabled ? (
            <>
              <Button onClick={() => setTask('renew')}>更换恢复码</Button>
              <Button look="danger" onClick={() => setTask('remove')}>
                {factor.isRequired ? '更换设备' : '停用'}
              </Button>
            </>
          ) : (
            <Button look="primary" icon="lock" onClick={() => setTask('enrol')}>
              启用
            </Button>
          )}
        </div>
      )}
      {task === 'enrol' && (
        <Dialog open isFirm size="wide" onClose={close} title="启用两步验证" footer={null}>
          <EnrolForm onDone={show} onCancel={close} cancelLabel="取消" />
        </Dialog>
      )}
      {(task === 'renew' || task === 'remove') && factor && (
        <ProofDialog task={task} isRequired={factor.isRequired} onCodes={show} onClose={close} />
      )}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </section>
  )
}
