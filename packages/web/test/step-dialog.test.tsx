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
  render(<StepDialog {...words} opinion="required" isBusy={false} onStep={onStep} onClose={none} />)
  const box = screen.getByLabelText(/^意见/)
  await user.type(box, '  ')
  await user.click(screen.getByRole('button', { name: '退回重报' }))
  expect(onStep).not.toHaveBeenCalled()
  expect(screen.getByText('值不能为空')).toBeDefined()
  expect(document.activeElement).toBe(box)
  await user.type(box, '请补充材料 ')
  expect(screen.queryByText('值不能为空')).toBeNull()
  await user.click(screen.getByRole('button', { name: '退回重报' }))
  expect(onStep).toHaveBeenCalledExactlyOnceWith('请补充材料')
})

test('any other step is taken with or without words', async () => {
  const user = userEvent.setup()
  const onStep = vi.fn()
  render(
    <StepDialog {...words} action="撤回" opinion="optional" isBusy={false} onStep={onStep} onClose={none} />,
  )
  expect(screen.getByLabelText('意见').getAttribute('aria-required')).toBe('false')
  await user.click(screen.getByRole('button', { name: '撤回' }))
  expect(onStep).toHaveBeenCalledExactlyOnceWith('')
})

test('a step that needs no words says what follows from it', async () => {
  const user = userEvent.setup()
  const onStep = vi.fn()
  render(<StepDialog {...words} note="删除后不能恢复。" isBusy={false} onStep={onStep} onClose={none} />)
  expect(screen.getByText('删除后不能恢复。')).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: '退回重报' }))
  expect(onStep).toHaveBeenCalledExactlyOnceWith('')
})
