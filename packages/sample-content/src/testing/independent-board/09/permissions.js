const MEMBERS = ['owner', 'colleague']

/** The table Who may do what: the roles that may, for each line of the agreement. */
const TABLE = {
  'GET /notes': MEMBERS,
  'GET /topics': MEMBERS,
  'POST /notes': MEMBERS,
  'PUT /notes/ID/topics': MEMBERS,
  'DELETE /notes/ID': { own: MEMBERS, others: ['owner'] },
}

/** Returns 401, 404, 403, or 200 for yes. */
export function check(line, member, note) {
  if (!member) return 401
  if (!Object.hasOwn(TABLE, line)) return 403
  if (line.includes('/ID') && !note) return 404
  const row = TABLE[line]
  const roles = Array.isArray(row) ? row : row[note.author === member.name ? 'own' : 'others']
  return roles.includes(member.role) ? 200 : 403
}
