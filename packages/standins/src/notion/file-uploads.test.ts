import { afterAll, expect, test } from 'vitest'
import { createPage, startNotion } from './testing/start-notion.ts'

const notion = await startNotion()
afterAll(() => notion.stop())

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>'

async function upload(filename = 'map.svg', type = 'image/svg+xml') {
  const { id } = await notion.client.fileUploads.create({ filename, content_type: type })
  await notion.client.fileUploads.send({ file_upload_id: id, file: { filename, data: new Blob([SVG], { type }) } })
  return id
}

async function imageUrl(pageId: string): Promise<{ url: string; expiry_time: string }> {
  const { results } = await notion.client.blocks.children.list({ block_id: pageId })
  return (results[0] as unknown as { image: { file: { url: string; expiry_time: string } } }).image.file
}

test('file URLs expire after an hour, and each read returns new ones', async () => {
  const page = await createPage(notion, 'Hour', { children: [{ image: { file_upload: { id: await upload() } } }] })
  const { url } = await imageUrl(page.id)
  await notion.clock.advance(3590, 'notion')
  expect(await (await fetch(url)).text()).toBe(SVG)
  await notion.clock.advance(20, 'notion')
  const late = await fetch(url)
  expect(late.status).toBe(403)
  expect(await late.text()).toContain('<Code>AccessDenied</Code><Message>Request has expired</Message>')
  expect((await fetch((await imageUrl(page.id)).url)).status).toBe(200)
  await notion.clock.reset('notion')
})

test('refuses forged and prolonged file URLs', async () => {
  const page = await createPage(notion, 'Forged', { children: [{ image: { file_upload: { id: await upload() } } }] })
  const { url } = await imageUrl(page.id)
  for (const forged of [
    url.replace(/expires=\d+/, 'expires=9999999999'),
    url.replace(/signature=.+/, 'signature=x'),
    url.split('?')[0] ?? '',
  ]) {
    expect((await fetch(forged)).status).toBe(403)
  }
})

test('refuses a second upload, another type than declared and no file', async () => {
  const sent = await upload()
  const again = notion.client.fileUploads.send({ file_upload_id: sent, file: { filename: 'a.svg', data: new Blob([SVG]) } })
  await expect(again).rejects.toThrow('is not in the `pending` status')
  const { id } = await notion.client.fileUploads.create({ filename: 'a.png', content_type: 'image/png' })
  const other = notion.client.fileUploads.send({
    file_upload_id: id,
    file: { filename: 'a.png', data: new Blob([SVG], { type: 'image/svg+xml' }) },
  })
  await expect(other).rejects.toThrow('does not match')
  expect((await notion.call('POST', `/file_uploads/${id}/send`, {})).body).toMatchObject({
    message: 'Content-Type should be multipart/form-data.',
  })
  const empty = await notion.call('POST', `/file_uploads/${id}/send`, '--x--\r\n', { 'content-type': 'multipart/form-data; boundary=x' })
  expect(empty.body).toMatchObject({ code: 'validation_error' })
})

test.each([
  [{ filename: 'captions.vtt' }, 'extension that is not supported'],
  [{ filename: 'page.html', content_type: 'text/html' }, 'extension that is not supported'],
  [{ content_type: 'text/vtt' }, '`content_type` is not supported'],
  [{ filename: 'map.png', content_type: 'video/webm' }, 'does not match the extension'],
])('refuses a file that Notion does not accept: %j', async (given, message) => {
  await expect(notion.client.fileUploads.create(given)).rejects.toThrow(message)
})

test('video blocks accept only videos, and image blocks only pictures', async () => {
  const picture = { file_upload: { id: await upload() } }
  const clip = { file_upload: { id: await upload('clip.webm', 'video/webm') } }
  await createPage(notion, 'Fitting', { children: [{ video: clip }, { image: picture }, { file: picture }] })
  await expect(createPage(notion, 'Silent', { children: [{ video: picture }] })).rejects.toThrow('not supported for video blocks')
  await expect(createPage(notion, 'Still', { children: [{ image: clip }] })).rejects.toThrow('not supported for image blocks')
})
