import { copyText } from '../../../lib/copy-text.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { notify } from '../../../ui/notice.tsx'

/** Shows recovery codes, once. */
export function RecoveryCodes({ codes, username }: { codes: readonly string[]; username: string }) {
  const text = [`登录账号：${username}`, '恢复码（每个可代替动态验证码登录一次）：', ...codes].join('\r\n')
  const copy = async () => {
    if (await copyText(text)) notify('已复制', 'success')
    else notify('浏览器不允许复制，请手工抄录')
  }
  return (
    <div>
      <p className="text-s text-warning">
        恢复码仅显示这一次。手机遗失或无法使用验证器时，可用其中一个登录，每个限用一次。请下载或打印后妥善保管。
      </p>
      <ul className="my-3 grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md border border-line bg-sunken px-4 py-3 text-center font-mono">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-2" data-print="none">
        <Button
          icon="download"
          onClick={() => saveFile(new Blob(['\ufeff', text], { type: 'text/plain' }), '恢复码.txt')}
        >
          下载
        </Button>
        <Button icon="print" onClick={() => print()}>
          打印
        </Button>
        <Button icon="copy" onClick={() => void copy()}>
          复制
        </Button>
      </p>
    </div>
  )
}
