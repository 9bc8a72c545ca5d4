import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { StepDialog } from '../src/records/step-dialog.tsx'

afterEach(cleanup)

const words = { title: '退回重报：示范项目', description: '已归档的退回该省重新填报。', action: '退回重报' }
const none = () => undefined

test('a step that returns a record is taken only with words', async () => {
  const user = userEvent.setup()
  const onStep = vi.fn()
  render(<StepDialog {...words} needsOpinion isBusy={false} onStep={onStep} onClose={none} />)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '请填写意见' })
  await user.type(screen.getByLabelText('退回意见'), '  ')
  expect(button.disabled).toBe(true)
  await user.type(screen.getByLabelText('退回意见'), '请补充材料 ')
  await user.click(screen.getByRole('button', { name: '退回重报' }))
  expect(onStep).toHaveBeenCalledExactlyOnceWith('请补充材料')
})

test('any other step is taken with or without words', async () => {
  const user = userEvent.setup()
  const onStep = vi.fn()
  render(
    <StepDialog
      {...words}
      action="撤回"
      needsOpinion={false}
      isBusy={false}
      onStep={onStep}
      onClose={none}
    />,
  )
  expect(screen.getByLabelText('意见（选填）')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '撤回' }))
  expect(onStep).toHaveBeenCalledExactlyOnceWith('')
})
