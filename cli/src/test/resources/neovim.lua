-- Attaches harrier lsp to the file that is open, as docs/editors.md does, and writes down what Neovim has of it.
local words = vim.json and vim.json.decode(vim.env.HARRIER_WORDS) or vim.fn.json_decode(vim.env.HARRIER_WORDS)
local client = vim.lsp.start_client({ name = 'harrier', cmd = words, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, client)
local out = {}
vim.wait(120000, function() return #vim.diagnostic.get(0) > 0 end, 50)
for _, d in ipairs(vim.diagnostic.get(0)) do
  table.insert(out, ('%d %s %s: %s'):format(d.lnum + 1, vim.diagnostic.severity[d.severity], d.code, d.message))
end
local test = vim.fn.bufadd('m_test.go')
vim.fn.bufload(test)
vim.lsp.buf_attach_client(test, client)
local lenses = vim.lsp.buf_request_sync(test, 'textDocument/codeLens',
  { textDocument = { uri = vim.uri_from_bufnr(test) } }, 60000)
for _, lens in ipairs((lenses or {})[client].result) do
  table.insert(out, ('%d lens %s'):format(lens.range.start.line + 1, lens.command.title))
end
-- A line more above the finding: the diagnostic moves with it.
vim.api.nvim_buf_set_lines(0, 1, 1, false, { '' })
vim.wait(60000, function()
  local now = vim.diagnostic.get(0)
  return #now > 0 and now[1].lnum + 1 == 8
end, 50)
table.insert(out, 'moved to ' .. (vim.diagnostic.get(0)[1].lnum + 1))
vim.fn.writefile(vim.split(table.concat(out, '\n'), '\n'), 'neovim.out')
vim.lsp.stop_client(client)
vim.wait(5000, function() return vim.lsp.client_is_stopped(client) end, 50)
vim.cmd('qall!')
