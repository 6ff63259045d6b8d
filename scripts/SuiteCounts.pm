# What `prove` prints for the suites: what failed, a line a suite, and `N passed, N failed[, N skipped]` over all as the
# last line. A suite that breaks without saying which test failed, or in which no test runs, counts as one that failed;
# a suite that skips itself with a reason (`1..0 # SKIP why`) counts as one skipped.
package SuiteCounts;
use strict;
use warnings;
use parent 'TAP::Formatter::Base';

sub counts {
    my ($passed, $failed, $skipped) = @_;
    return "$passed passed, $failed failed" . ($skipped ? ", $skipped skipped" : "");
}

sub prepare { $_[0]{sum} = [0, 0, 0] }

sub open_test {
    my ($self, $name, $parser) = @_;
    return bless { name => $name, parser => $parser, sum => $self->{sum}, failures => [], tail => [] }, 'SuiteCounts::Suite';
}

sub summary {
    my ($self, $aggregate, $interrupted) = @_;
    $self->{sum}[1]++ if $interrupted;
    print counts(@{ $self->{sum} }), "\n";
}

package SuiteCounts::Suite;

use constant TAIL => 40;    # lines shown of a suite that broke; all of them are in the log

# Keeps failed tests with the lines that follow them, and the last lines of all.
sub result {
    my ($self, $line) = @_;
    $self->{in_failure} = !$line->is_ok if $line->is_test;
    push @{ $self->{failures} }, $line->raw if $self->{in_failure};
    push @{ $self->{tail} }, $line->raw;
    shift @{ $self->{tail} } if @{ $self->{tail} } > TAIL;
}

sub close_test {
    my ($self) = @_;
    my $parser = $self->{parser};
    my ($failed, $skipped) = (scalar $parser->failed, scalar $parser->skipped);
    my $passed = $parser->passed - $skipped;
    # Of a plan without tests and a reason TAP::Parser makes one.
    my $why = ($parser->skip_all // '') =~ /^\(no reason given\)$|^$/ ? undef : $parser->skip_all;
    $skipped = 1 if defined $why;
    $parser->_add_error('no test ran') if $passed + $failed == 0 && !defined $why;
    my @problems = $parser->parse_errors;
    push @problems, 'exit status ' . $parser->exit . ' although no test failed' if $parser->exit && !$failed;
    print map { "$_\n" } @{ $self->{ $failed ? 'failures' : 'tail' } } if $failed || @problems;
    $failed ||= 1 if @problems;
    my @counts = ($passed, $failed, $skipped);
    $self->{sum}[$_] += $counts[$_] for 0 .. 2;
    (my $name = $self->{name}) =~ s/^test-//;
    printf "%-12s %s  (%.1f s)%s\n", $name, SuiteCounts::counts(@counts), $parser->end_time - $parser->start_time,
        join '', map { " - $_" } defined $why ? "skipped: $why" : (), @problems;
}

1;
