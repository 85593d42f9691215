use strict;
use warnings;
use JSON::PP qw(decode_json encode_json);

local $/;
my $event = decode_json(<STDIN>);

if ($event->{command} =~ /--context[= ]prod/) {
    print STDERR "Changes in the prod cluster go through the deploy pipeline.\n";
    exit 2;
}

print encode_json({ permission => 'allow' }), "\n";
