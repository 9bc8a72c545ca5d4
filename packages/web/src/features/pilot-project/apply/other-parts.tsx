import { useFormSlice } from '../../../ui/form/context.ts'
import { FilesField } from '../../../ui/form/files-field.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { useApply } from './context.ts'
import { FILE_KINDS } from './model.ts'
import { Section } from './section.tsx'

/** The attachments, required kinds first. */
export function AttachmentsPart() {
  const { detail } = useApply()
  return (
    <Section field="attachments" no="1" title="附件" aside="上传后即保存">
      <div className="px-4 pt-3.5 pb-1.5">
        <FilesField name="attachments" label="申报附件" kinds={FILE_KINDS} boundTo={detail.id} />
      </div>
    </Section>
  )
}

/** The statement that is signed with the submission, without a name. */
export const COMMITMENT_TEXT: readonly string[] = [
  '本单位承诺：申报书、实施方案、项目简介与附件的内容真实、准确、完整，附件与原件一致，不含涉密信息。',
  '所报项目权属清晰，不存在知识产权争议，未以同一内容重复申报。',
  '如有不实，本单位愿承担相应责任，并接受取消申报与示范资格的处理。',
]

/** The full statement, as the submission will show it again. */
export function CommitmentPart() {
  const { detail } = useApply()
  const isSigned = useFormSlice(({ values }) => values['commitment'] === 'true')
  return (
    <Section field="commitment" title="真实性承诺">
      <div className="grid gap-2 px-4 py-3.5 leading-7">
        {COMMITMENT_TEXT.map((text) => (
          <p key={text} className="indent-[2em]">
            {text}
          </p>
        ))}
        <p className="text-right text-ink-soft">申报单位：{detail.companyName ?? '（尚未填写）'}</p>
        <p className="flex items-center gap-2 text-ink-soft text-s">
          <Icon name={isSigned ? 'check' : 'edit'} size={14} />
          {isSigned ? '已签署；再次提交时须重新确认' : '提交时在对话框中阅读并签署'}
        </p>
      </div>
    </Section>
  )
}
