#!/usr/bin/perl
# Compiles a catalogue of gettext, without contexts and plurals, into the form in which LuCI reads it:
#
#   scripts/openwrt/po2lmo.pl FILE.po FILE.lmo
#
# An .lmo file has the translations, each filled up with zeros to a multiple of 4 bytes; then an index, sorted by the hash of
# the English text: hash, 1, offset and length of the translation, each 32 bits, big-endian; then the index's offset.
use strict;
use warnings;

# Paul Hsieh's SuperFastHash (http://www.azillionmonkeys.com/qed/hash.html), which begins with the length; bytes are signed.
sub hash_of {
	my ($text) = @_;
	return 0 if $text eq '';
	my $hash = length $text;
	my $whole = length($text) & ~3;
	my $cut = sub { $_[0] & 0xffffffff };
	for (my $at = 0; $at < $whole; $at += 4) {
		my ($low, $high) = unpack 'vv', substr $text, $at, 4;
		$hash = $cut->($hash + $low);
		$hash = $cut->($hash << 16) ^ $cut->(($high << 11) ^ $hash);
		$hash = $cut->($hash + ($hash >> 11));
	}
	my $rest = substr $text, $whole;
	my $last = length $rest ? $cut->(unpack 'c', substr $rest, -1) : 0;
	if (length $rest == 3) {
		$hash = $cut->($hash + unpack 'v', $rest);
		$hash ^= $cut->($hash << 16);
		$hash ^= $cut->($last << 18);
		$hash = $cut->($hash + ($hash >> 11));
	} elsif (length $rest == 2) {
		$hash = $cut->($hash + unpack 'v', $rest);
		$hash ^= $cut->($hash << 11);
		$hash = $cut->($hash + ($hash >> 17));
	} elsif (length $rest == 1) {
		$hash = $cut->($hash + $last);
		$hash ^= $cut->($hash << 10);
		$hash = $cut->($hash + ($hash >> 1));
	}
	$hash ^= $cut->($hash << 3);
	$hash = $cut->($hash + ($hash >> 5));
	$hash ^= $cut->($hash << 4);
	$hash = $cut->($hash + ($hash >> 17));
	$hash ^= $cut->($hash << 25);
	return $cut->($hash + ($hash >> 6));
}

my ($from, $to) = @ARGV;
defined $to or die "usage: po2lmo.pl FILE.po FILE.lmo\n";
open my $po, '<:raw', $from or die "po2lmo: $from: $!\n";
my (@pairs, $field);
while (<$po>) {
	/^(msgctxt|msgid_plural|msgstr\[)/ and die "po2lmo: $from:$.: $1 is not understood here\n";
	$field = $1 eq 'id' ? 0 : 1 if /^msg(id|str) /;
	push @pairs, ['', ''] if /^msgid /;
	next unless /^(?:msgid |msgstr |)"(.*)"$/;
	(my $text = $1) =~ s/\\(["\\])/$1/g;
	$pairs[-1][$field] .= $text;
}

my ($texts, %index) = ('');
for my $pair (grep { $_->[0] ne '' && $_->[1] ne '' && $_->[0] ne $_->[1] } @pairs) {
	my ($english, $text) = @$pair;
	$index{hash_of($english)} = pack 'NNN', 1, length $texts, length $text;
	$texts .= $text . "\0" x (-length($text) % 4);
}
open my $lmo, '>:raw', $to or die "po2lmo: $to: $!\n";
print $lmo $texts, (map { pack('N', $_) . $index{$_} } sort { $a <=> $b } keys %index), pack 'N', length $texts;
close $lmo or die "po2lmo: $to: $!\n";
