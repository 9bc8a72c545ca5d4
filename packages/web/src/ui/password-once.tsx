import { copyText } from '../lib/copy-text.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { notify } from './notice.tsx'

interface PasswordOnceProps {
  username: string
  password: string
}

/** Shows a generated password once. */
export function PasswordOnce({ username, password }: PasswordOnceProps) {
  const copy = async () => {
    const isDone = await copyText(`登录账号：${username}\n初始密码：${password}`)
    if (isDone) notify('已复制', 'success')
    else notify('浏览器不允许复制，请手工抄录')
  }
  return (
    <div role="status" className="rounded-md border border-warning-line bg-warning-soft px-4 py-3">
      <p className="text-s text-warning">密码仅显示这一次，请立即告知本人；本人登录后须先修改密码。</p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1">
        <dt className="text-ink-soft text-s">登录账号</dt>
        <dd className="select-all break-all font-mono">{username}</dd>
        <dt className="text-ink-soft text-s">初始密码</dt>
        <dd>
          <code className="select-all break-all text-base">{password}</code>
        </dd>
      </dl>
      <Button icon="copy" className="mt-3" onClick={() => void copy()}>
        复制账号和密码
      </Button>
    </div>
  )
}

/** Shows the generated password of a new account once. Only its button closes it. */
export const PasswordDialog = ({
  title,
  onClose,
  ...shown
}: PasswordOnceProps & { title: string; onClose: () => void }) => (
  <Dialog
    open
    isFirm
    onClose={onClose}
    title={title}
    footer={
      <Button look="primary" onClick={onClose}>
        完成
      </Button>
    }
  >
    <PasswordOnce {...shown} />
  </Dialog>
)
