import json
import sys

LIMIT = 200_000
event = json.load(sys.stdin)
size = len(event.get('content') or '')
print(json.dumps(
    {'permission': 'allow'} if size <= LIMIT else
    {'permission': 'deny', 'user_message': f'{size} characters of data, limit {LIMIT}. Read a sample.'}
))
