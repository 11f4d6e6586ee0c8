import { isFullPage } from '@notionhq/client'
import { afterAll, expect, test } from 'vitest'
import { createDataSource, createPage, startNotion } from './testing/start-notion.ts'

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

test('creates, sends, shows and serves a file upload', async () => {
  const pending = await notion.client.fileUploads.create({ mode: 'single_part', filename: 'map.svg', content_type: 'image/svg+xml' })
  expect(pending).toMatchObject({ object: 'file_upload', status: 'pending', filename: 'map.svg', content_length: null })
  expect(pending.upload_url).toBe(`${notion.baseUrl}/v1/file_uploads/${pending.id}/send`)
  const file = { filename: 'map.svg', data: new Blob([SVG], { type: 'image/svg+xml' }) }
  const sent = await notion.client.fileUploads.send({ file_upload_id: pending.id, file })
  expect(sent).toMatchObject({ status: 'uploaded', content_length: SVG.length })
  const page = await createPage(notion, 'Picture', { children: [{ image: { file_upload: { id: pending.id } } }] })
  const { url, expiry_time } = await imageUrl(page.id)
  expect(Date.parse(expiry_time) - Date.now()).toBeGreaterThan(3_500_000)
  const response = await fetch(url)
  expect(response.headers.get('content-type')).toBe('image/svg+xml')
  expect(await response.text()).toBe(SVG)
  expect(await notion.client.fileUploads.retrieve({ file_upload_id: pending.id })).toMatchObject({ status: 'uploaded', expiry_time: null })
})

test('file URLs expire after an hour, and each read returns new ones', async () => {
  const page = await createPage(notion, 'Hour', { children: [{ image: { file_upload: { id: await upload() } } }] })
  const { url } = await imageUrl(page.id)
  await notion.clock.advance(3590, 'notion')
  expect((await fetch(url)).status).toBe(200)
  await notion.clock.advance(20, 'notion')
  const late = await fetch(url)
  expect(late.status).toBe(403)
  expect(await late.text()).toContain('<Code>AccessDenied</Code><Message>Request has expired</Message>')
  expect((await fetch((await imageUrl(page.id)).url)).status).toBe(200)
  await notion.clock.reset()
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

test('a files column shows uploads by their own name, or the given one', async () => {
  const { dataSourceId } = await createDataSource(notion, 'Files', { Name: { title: {} }, Diagram: { files: {} } })
  const files = [
    { file_upload: { id: await upload('own.svg') }, type: 'file_upload' as const },
    { file_upload: { id: await upload() }, type: 'file_upload' as const, name: 'Given' },
  ]
  const page = await notion.client.pages.create({ parent: { data_source_id: dataSourceId }, properties: { Diagram: { files } } })
  expect(isFullPage(page) && page.properties.Diagram).toMatchObject({
    files: [
      { name: 'own.svg', type: 'file', file: { url: expect.stringContaining('/own.svg?'), expiry_time: expect.any(String) } },
      { name: 'Given', type: 'file' },
    ],
  })
})

test('refuses uploads that were not sent, and expires uploads that no block shows', async () => {
  const { id } = await notion.client.fileUploads.create({ filename: 'late.svg', content_type: 'image/svg+xml' })
  await expect(createPage(notion, 'Early', { children: [{ image: { file_upload: { id } } }] })).rejects.toThrow(
    'is not in the `uploaded` status',
  )
  await notion.clock.advance(3700, 'notion')
  expect(await notion.client.fileUploads.retrieve({ file_upload_id: id })).toMatchObject({ status: 'expired' })
  const send = notion.client.fileUploads.send({
    file_upload_id: id,
    file: { filename: 'late.svg', data: new Blob([SVG], { type: 'image/svg+xml' }) },
  })
  await expect(send).rejects.toThrow('has expired')
  const forgotten = await upload()
  await notion.clock.advance(3700, 'notion')
  await expect(createPage(notion, 'Late', { children: [{ image: { file_upload: { id: forgotten } } }] })).rejects.toThrow('it is `expired`')
  await notion.clock.reset()
})

test('refuses a second upload, another type than declared, no file, and several parts', async () => {
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
  await expect(notion.client.fileUploads.create({ mode: 'multi_part', number_of_parts: 2 })).rejects.toThrow('not offered')
})

test.each([
  [{ filename: 'captions.vtt' }, 'extension that is not supported'],
  [{ filename: 'page.html', content_type: 'text/html' }, 'extension that is not supported'],
  [{ content_type: 'text/vtt' }, '`content_type` is not supported'],
  [{ filename: 'map.png', content_type: 'video/webm' }, 'does not match the extension'],
])('refuses a file that Notion does not accept: %j', async (given, message) => {
  await expect(notion.client.fileUploads.create(given)).rejects.toThrow(message)
})

test('derives the type of a file from its name by default', async () => {
  expect(await notion.client.fileUploads.create({ filename: 'clip.webm' })).toMatchObject({ content_type: 'video/webm' })
  const { id } = await notion.client.fileUploads.create({})
  const sent = await notion.client.fileUploads.send({
    file_upload_id: id,
    file: { filename: 'late.mp4', data: new Blob(['x'], { type: '' }) },
  })
  expect(sent).toMatchObject({ status: 'uploaded', filename: 'late.mp4' })
})

test('video blocks accept only videos, and image blocks only pictures', async () => {
  const picture = { file_upload: { id: await upload() } }
  const clip = { file_upload: { id: await upload('clip.webm', 'video/webm') } }
  await createPage(notion, 'Fitting', { children: [{ video: clip }, { image: picture }, { file: picture }] })
  await expect(createPage(notion, 'Silent', { children: [{ video: picture }] })).rejects.toThrow('not supported for video blocks')
  await expect(createPage(notion, 'Still', { children: [{ image: clip }] })).rejects.toThrow('not supported for image blocks')
})
