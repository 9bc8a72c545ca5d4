import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Dialog } from '../src/ui/dialog.tsx'

afterEach(cleanup)

function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button">导出</button>
      <button type="button" onClick={() => setOpen(true)}>
        退回
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="退回项目" footer={null}>
        <input aria-label="退回意见" />
      </Dialog>
    </>
  )
}

test('a dialog takes the focus, and gives it back to its button by Esc', async () => {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(screen.getByRole('button', { name: '退回' }))
  expect(document.activeElement).toBe(screen.getByLabelText('退回意见'))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await expect.poll(() => document.activeElement?.textContent).toBe('退回')
})
