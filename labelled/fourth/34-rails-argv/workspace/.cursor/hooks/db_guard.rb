# frozen_string_literal: true

require 'json'

event = JSON.parse(ARGV.fetch(0, '{}'))
command = event.fetch('command', '')

if command.match?(/\b(rails|rake)\s+db:(drop|reset|purge)\b/)
  puts JSON.generate(
    permission: 'deny',
    user_message: 'db:drop, db:reset and db:purge are blocked.',
    agent_message: 'Use db:migrate or db:rollback; never drop the database.'
  )
else
  puts JSON.generate(permission: 'allow')
end
