import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox } from '../../ui/inputs.tsx'

const TERMS = [
  '用户应保证注册信息和报送数据真实、准确、完整，并对其负责；信息变更后应及时更新。',
  '严格遵守保密规定：涉密不上网，上网不涉密。不得在本平台填写、上传任何涉密信息。',
  '账号仅限本单位指定人员使用，不得转借；发现账号异常应立即修改密码并联系上级主管部门。',
  '平台收集的姓名、手机号等个人信息仅用于身份核验、业务联系和审核，按国家有关规定保存和保护。',
  '不得利用本平台从事违法违规活动，不得干扰平台正常运行。违反约定的，平台可停用账号。',
]

interface TermsProps {
  accepted: boolean
  /** Whether a submission was attempted without accepting them. */
  isMissed: boolean
  onAccepted: (accepted: boolean) => void
}

/** Terms of use with acceptance. */
export function Terms({ accepted, isMissed, onAccepted }: TermsProps) {
  const [isOpen, setOpen] = useState(false)
  const note = useId()
  return (
    <div className="mb-3 flex flex-wrap items-center text-s">
      <Checkbox
        name="terms"
        checked={accepted}
        onChecked={onAccepted}
        aria-invalid={isMissed}
        aria-describedby={isMissed ? note : undefined}
      >
        我已阅读并同意
      </Checkbox>
      <button type="button" className="ml-1 text-brand-ink hover:underline" onClick={() => setOpen(true)}>
        《用户服务协议》
      </button>
      {isMissed && (
        <p id={note} role="alert" className="w-full text-danger text-xs leading-5">
          请阅读并同意用户服务协议
        </p>
      )}
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="用户服务协议"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>关闭</Button>
            <Button
              look="primary"
              onClick={() => {
                onAccepted(true)
                setOpen(false)
              }}
            >
              同意
            </Button>
          </>
        }
      >
        <ol className="grid max-h-[50vh] list-decimal gap-2 overflow-y-auto pl-5 leading-relaxed">
          {TERMS.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ol>
      </Dialog>
    </div>
  )
}
